/**
 * Proxies in front of the API server and Azure that delay, drop, duplicate or replace requests,
 * answers and watch events as tests ask. They use plain sockets of the JDK, because only these can
 * reset a connection, fall silent or lose an answer as a network does.
 */
package dev.dragoman.sandbox.faults;
