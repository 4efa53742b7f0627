/** Extension points: run the steps of platform teams within the routes of capabilities. */
package dev.dragoman.camel.point;
