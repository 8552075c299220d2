/** Requests as strangers send them, and shapes as they are promised. */
@NullMarked
package io.duetime.server.json;

import org.jspecify.annotations.NullMarked;
