/** Tests of completion. */
@NullMarked
package io.duetime.server.cli.completion;

import org.jspecify.annotations.NullMarked;
