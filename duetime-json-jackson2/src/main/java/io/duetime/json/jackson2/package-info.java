/**
 * The JSON codec for programs on Jackson 2. Programs on Jackson 3 use {@code io.duetime.json};
 * either codec reads the payloads that the other stored.
 */
@NullMarked
package io.duetime.json.jackson2;

import org.jspecify.annotations.NullMarked;
