/**
 * A real Kubernetes control plane on this machine, without containers: etcd, kube-apiserver and
 * kube-controller-manager as child processes. Their programs are official releases, or built from
 * pinned Go modules once per user.
 */
package dev.dragoman.sandbox.controlplane;
