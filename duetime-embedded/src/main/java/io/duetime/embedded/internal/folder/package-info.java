/**
 * The files in a store's folder other than the database: the lock that keeps a second process out,
 * the version of the format, and the space that is kept aside.
 */
@NullMarked
package io.duetime.embedded.internal.folder;

import org.jspecify.annotations.NullMarked;
