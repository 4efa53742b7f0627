{{- define "dragoman.labels" -}}
app.kubernetes.io/name: dragoman
app.kubernetes.io/part-of: dragoman
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "dragoman.account" -}}
{{ .Values.serviceAccount.name | default "dragoman" }}
{{- end }}

{{/* Azure Service Operator's chart has the tag in "repository". */}}
{{- define "dragoman.image" -}}
{{- $last := splitList "/" .Values.image.repository | last -}}
{{- if .Values.image.tag -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- else if or (contains ":" $last) (contains "@" $last) -}}
{{ .Values.image.repository }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* Keys of the Secret, those that have a value. */}}
{{- define "dragoman.settings" -}}
{{- $v := .Values -}}
{{- $all := dict
  "AZURE_SUBSCRIPTION_ID" $v.azureSubscriptionID
  "AZURE_TENANT_ID" $v.azureTenantID
  "AZURE_CLIENT_ID" $v.azureClientID
  "AZURE_CLIENT_SECRET" $v.azureClientSecret
  "AZURE_CLIENT_CERTIFICATE" $v.azureClientCertificate
  "AZURE_CLIENT_CERTIFICATE_PASSWORD" $v.azureClientCertificatePassword
  "AZURE_ADDITIONAL_TENANTS" (kindIs "slice" $v.azureAdditionalTenants | ternary (join "," $v.azureAdditionalTenants) $v.azureAdditionalTenants)
  "ALLOW_MULTI_ENV_MANAGEMENT" ($v.allowMultiEnvManagement | ternary "true" "")
  "USE_WORKLOAD_IDENTITY_AUTH" ($v.useWorkloadIdentityAuth | toString)
  "AZURE_SYNC_PERIOD" $v.azureSyncPeriod
  "AZURE_TARGET_NAMESPACES" (join "," $v.azureTargetNamespaces)
  "AZURE_RESOURCE_MANAGER_ENDPOINT" $v.azureResourceManagerEndpoint
  "AZURE_RESOURCE_MANAGER_AUDIENCE" $v.azureResourceManagerAudience
  "AZURE_AUTHORITY_HOST" $v.azureAuthorityHost
  "AZURE_USER_AGENT_SUFFIX" $v.azureUserAgentSuffix -}}
{{- $set := dict -}}
{{- range $key, $value := $all -}}
{{- if $value -}}
{{- $_ := set $set $key $value -}}
{{- end -}}
{{- end -}}
{{- if $set -}}
{{ toYaml $set }}
{{- end -}}
{{- end }}

{{/*
Of these keys the ones that are read at the start. Not the credential: it is read again when the Secret changes,
and a hash of it would let others try secrets against it.
*/}}
{{- define "dragoman.startSettings" -}}
{{- if .Values.createAzureOperatorSecret -}}
{{- $start := omit (include "dragoman.settings" . | fromYaml)
  "AZURE_SUBSCRIPTION_ID" "AZURE_TENANT_ID" "AZURE_CLIENT_ID" "AZURE_CLIENT_SECRET" "USE_WORKLOAD_IDENTITY_AUTH"
  "AZURE_CLIENT_CERTIFICATE" "AZURE_CLIENT_CERTIFICATE_PASSWORD" "AZURE_ADDITIONAL_TENANTS" -}}
{{- if $start -}}
{{ toYaml $start }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* "a/*;b/*" as the command takes it. */}}
{{- define "dragoman.kinds" -}}
{{- $kinds := list -}}
{{- range splitList ";" .Values.crdPattern -}}
{{- if trim . -}}
{{- $kinds = append $kinds (trim .) -}}
{{- end -}}
{{- end -}}
{{- join "," $kinds -}}
{{- end }}

{{/* Values of Azure Service Operator's chart that are set and have no effect, with the reason. */}}
{{- define "dragoman.tolerated" -}}
{{- $v := .Values -}}
{{- $told := dict -}}
{{- if $v.webhook -}}
{{- $_ := set $told "webhook" "There are no webhooks." -}}
{{- end -}}
{{- if $v.go -}}
{{- $_ := set $told "go" "Dragoman is not written in Go; its heap follows resources.limits.memory." -}}
{{- end -}}
{{- if $v.maxConcurrentReconciles -}}
{{- $_ := set $told "maxConcurrentReconciles" "The option maxConcurrent of route dispatch says it, which an overlay may set." -}}
{{- end -}}
{{- if $v.rateLimit -}}
{{- $_ := set $told "rateLimit" "Requests wait as long as Azure's answers ask, for each subscription and identity." -}}
{{- end -}}
{{- if $v.image.kubeRBACProxy -}}
{{- $_ := set $told "image.kubeRBACProxy" "There is no such container." -}}
{{- end -}}
{{- range list "mysqlCIDR" "postgresCIDR" "sqlCIDR" -}}
{{- if index $v.networkPolicies . -}}
{{- $_ := set $told (printf "networkPolicies.%s" .) "No database is connected to: the kinds of users in a database are not served." -}}
{{- end -}}
{{- end -}}
{{ toYaml $told }}
{{- end }}
