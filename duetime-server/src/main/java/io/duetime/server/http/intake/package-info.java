/**
 * Reads many jobs of one call: a batch in one body, or a stream of lines that are answered while
 * they arrive. Also the keys that make repeating a call safe.
 */
@NullMarked
package io.duetime.server.http.intake;

import org.jspecify.annotations.NullMarked;
