/** The JSON codec, which encodes and decodes payloads with Jackson 3. */
@NullMarked
package io.duetime.json;

import org.jspecify.annotations.NullMarked;
