/** Requests as strangers send them, and shapes as they are promised. */
@NullMarked
package io.duetime.wire;

import org.jspecify.annotations.NullMarked;
