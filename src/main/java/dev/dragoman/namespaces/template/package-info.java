/** Template of the objects in a vended namespace, which a platform team may replace. Pure. */
package dev.dragoman.namespaces.template;
