/**
 * Stands between a program and the API server, and between it and Azure, and lets requests, answers
 * and watch events come to harm as tests ask. Needs nothing but the JDK: only bare sockets can
 * reset, fall silent and lose an answer as a network does.
 */
package dev.dragoman.sandbox.faults;
