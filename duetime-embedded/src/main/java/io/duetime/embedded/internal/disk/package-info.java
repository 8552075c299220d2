/**
 * The store's folder: the lock that keeps a second process out, the version of the format, the
 * space that is kept aside, and the database, RocksDB behind a few calls in the words of this
 * store. Knows column families and keys; the format of the values is in {@code internal.record}.
 */
@NullMarked
package io.duetime.embedded.internal.disk;

import org.jspecify.annotations.NullMarked;
