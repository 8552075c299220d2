/**
 * Opens the store of a server over HTTP. Applications need only the URI; everything else is
 * internal.
 */
@org.jspecify.annotations.NullMarked
package io.duetime.client;
