/** Tests of the client as a whole. */
@NullMarked
package io.duetime.runtime;

import org.jspecify.annotations.NullMarked;
