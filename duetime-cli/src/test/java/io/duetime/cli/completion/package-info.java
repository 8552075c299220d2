/** Tests of completion. */
@NullMarked
package io.duetime.cli.completion;

import org.jspecify.annotations.NullMarked;
