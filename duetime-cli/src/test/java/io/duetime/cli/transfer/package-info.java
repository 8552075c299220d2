/** The commands about stores: on folders, and against a server on a free port. */
@NullMarked
package io.duetime.cli.transfer;

import org.jspecify.annotations.NullMarked;
