/**
 * All Kubernetes writes. Objects are plain maps, exactly as read, since most kinds are known only
 * at run time. Every failure leaves this package as a {@link dev.dragoman.kube.KubeException},
 * classed once.
 */
package dev.dragoman.kube;
