/** What a sandbox on this machine is made of. Not in the image. */
package dev.dragoman.sandbox;
