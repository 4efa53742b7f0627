/**
 * Service Bus of the local Azure: namespaces, queues, topics and subscriptions that exist in its
 * Resource Manager, over AMQP 1.0. {@link dev.dragoman.sandbox.azure.servicebus.ServiceBus} is the
 * way in.
 */
package dev.dragoman.sandbox.azure.servicebus;
