/**
 * Decides which object holds an ARM id. An object claims an id with annotations and a seal, an HMAC
 * of its uid and the id ({@link dev.dragoman.azure.claim.ClaimSeal}). {@link
 * dev.dragoman.azure.claim.RecordedResource} says how far annotations and status can be trusted.
 * One object holds an id ({@code Holders}). It is the object whose status shows the id, else one
 * that was sent, else the oldest that claims the id and whose spec still names it. Before the claim
 * is written, the id is taken in memory; in other namespaces this counts once Azure has answered
 * the identity. {@link dev.dragoman.azure.claim.Tenancy} lets no object have or delete a resource
 * that another one holds. For resources above and below that resource, the holder must consent,
 * unless Azure keeps the two identities apart ({@link dev.dragoman.azure.claim.ActingIdentity}).
 * {@link dev.dragoman.azure.claim.ClaimMetadata} makes the metadata of a claim.
 */
package dev.dragoman.azure.claim;
