/**
 * Templates of compositions: files NAME.LINE.object.yaml and NAME.rules.yaml, their check, and
 * their evaluation. Pure.
 */
package dev.dragoman.composition.template;
