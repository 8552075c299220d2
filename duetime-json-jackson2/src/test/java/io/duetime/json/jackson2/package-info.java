/** Tests of the JSON codec for Jackson 2. */
@NullMarked
package io.duetime.json.jackson2;

import org.jspecify.annotations.NullMarked;
