/**
 * Whose an ARM id is. An object claims an id with annotations and a seal: an HMAC of its uid and
 * the id ({@link dev.dragoman.azure.claim.ClaimSeal}). What annotations and status say is believed
 * only as far as {@link dev.dragoman.azure.claim.RecordedResource} does. One object holds an id
 * ({@code Holders}): the one whose status shows it, else one of which something was sent. Else it
 * is the oldest that claims it and still names it. Before the claim is written the id is kept in
 * memory; for other namespaces it counts once Azure has answered. {@link
 * dev.dragoman.azure.claim.Tenancy} lets no object have, or delete, what another one holds. Above
 * and below it, consent is needed, or identities that Azure itself keeps apart ({@link
 * dev.dragoman.azure.claim.Acting}). {@link dev.dragoman.azure.claim.ClaimMetadata} writes it down.
 */
package dev.dragoman.azure.claim;
