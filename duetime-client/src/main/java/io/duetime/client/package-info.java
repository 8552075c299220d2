/**
 * Opens the store of a server over HTTP. Applications need only the URI; everything else is
 * internal.
 */
@NullMarked
package io.duetime.client;

import org.jspecify.annotations.NullMarked;
