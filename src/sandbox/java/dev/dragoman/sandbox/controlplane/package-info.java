/**
 * A real Kubernetes control plane on this machine, without containers: etcd, kube-apiserver and
 * kube-controller-manager as child processes, built once per user from pinned Go modules.
 */
package dev.dragoman.sandbox.controlplane;
