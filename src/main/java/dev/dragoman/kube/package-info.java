/**
 * All writes to the Kubernetes API. Objects are plain maps, exactly as read, since most kinds are
 * known only at run time. Every failure of a request is a {@link
 * dev.dragoman.kube.failure.KubeException}.
 */
package dev.dragoman.kube;
