/** Tests of the whole command: its launcher, and the examples that run it. */
@NullMarked
package io.duetime.cli;

import org.jspecify.annotations.NullMarked;
