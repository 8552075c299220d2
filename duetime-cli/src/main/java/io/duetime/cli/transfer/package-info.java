/** The commands that move jobs in and out, and those that need a store itself. */
@NullMarked
package io.duetime.cli.transfer;

import org.jspecify.annotations.NullMarked;
