/** Who puts jobs into an engine and takes them out, for the benches of several engines. */
@NullMarked
package io.duetime.bench.load;

import org.jspecify.annotations.NullMarked;
