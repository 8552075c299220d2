/**
 * What all measurements share: rows that take turns, their table, and the load that they put on.
 */
@NullMarked
package io.duetime.bench.harness;

import org.jspecify.annotations.NullMarked;
