/** Tests of the engine as a whole. */
@NullMarked
package io.duetime.embedded;

import org.jspecify.annotations.NullMarked;
