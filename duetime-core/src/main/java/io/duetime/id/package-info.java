/**
 * Ids made on behalf of callers who give none, and the hash on which all builders and versions have
 * to agree: {@code docs/formats/hashes.md} is its specification. Nothing else may be hashed for the
 * store in another way.
 */
@NullMarked
package io.duetime.id;

import org.jspecify.annotations.NullMarked;
