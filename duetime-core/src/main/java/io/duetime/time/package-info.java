/**
 * Time and threads: the only package that reads the system's clocks, puts tasks off and makes
 * threads, and the virtual time that replaces them in simulations.
 */
@NullMarked
package io.duetime.time;

import org.jspecify.annotations.NullMarked;
