/** Tests of the bench. */
@NullMarked
package io.duetime.server.cli.bench;

import org.jspecify.annotations.NullMarked;
