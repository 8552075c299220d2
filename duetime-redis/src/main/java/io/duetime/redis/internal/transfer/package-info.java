/** Exports the entries of a store and imports those of another store. */
@NullMarked
package io.duetime.redis.internal.transfer;

import org.jspecify.annotations.NullMarked;
