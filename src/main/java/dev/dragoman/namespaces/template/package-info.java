/** What is made in a vended namespace: a file that a platform team replaces. Pure. */
package dev.dragoman.namespaces.template;
