/** The measurements of {@code bench/run peers}, each in a process of its own, and their page. */
@NullMarked
package io.duetime.bench.comparison;

import org.jspecify.annotations.NullMarked;
