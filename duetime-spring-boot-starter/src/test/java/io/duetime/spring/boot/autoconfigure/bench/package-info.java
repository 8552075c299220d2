/** Measurements of the starter, each against the same program without it; run by name only. */
@NullMarked
package io.duetime.spring.boot.autoconfigure.bench;

import org.jspecify.annotations.NullMarked;
