module dev.dragoman/tools/keda-2.12

go 1.26.0

require github.com/kedacore/keda/v2 v2.12.1
