/**
 * Calls every public method with every kind of invalid value. What the methods are is found in the
 * classes themselves; what they answer is compared with {@code invalid-input.txt}.
 */
@NullMarked
package io.duetime.client.input;

import org.jspecify.annotations.NullMarked;
