/** How the embedded engine bears millions of jobs in a small heap. */
@NullMarked
package io.duetime.bench.big;

import org.jspecify.annotations.NullMarked;
