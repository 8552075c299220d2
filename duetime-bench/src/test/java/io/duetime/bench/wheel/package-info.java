/** Checks that what is measured does what it should, or its figures would mean nothing. */
@NullMarked
package io.duetime.bench.wheel;

import org.jspecify.annotations.NullMarked;
