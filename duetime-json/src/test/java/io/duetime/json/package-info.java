/** Tests of the JSON codec. */
@NullMarked
package io.duetime.json;

import org.jspecify.annotations.NullMarked;
