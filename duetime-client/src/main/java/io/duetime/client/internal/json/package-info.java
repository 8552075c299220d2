/** Writes requests and reads answers as {@code docs/http.md} defines them. */
@NullMarked
package io.duetime.client.internal.json;

import org.jspecify.annotations.NullMarked;
