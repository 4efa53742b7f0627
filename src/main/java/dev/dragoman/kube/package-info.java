/**
 * Reads and writes single objects in the Kubernetes API, and lists objects. Objects are plain maps,
 * exactly as read, since most kinds are known only at run time. A failure of a request is a {@link
 * dev.dragoman.kube.failure.KubeException}, except in {@link dev.dragoman.kube.HashKey}, which uses
 * the operations of fabric8.
 */
package dev.dragoman.kube;
