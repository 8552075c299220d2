/** Ids made on behalf of callers who give none. */
@NullMarked
package io.duetime.internal.id;

import org.jspecify.annotations.NullMarked;
