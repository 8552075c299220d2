/** Benches of Duetime beside its peers. They measure and print; what must hold is in the tests. */
@NullMarked
package io.duetime.bench;

import org.jspecify.annotations.NullMarked;
