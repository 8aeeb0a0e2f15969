import { postEditor } from "../_components/post-editor";

export const generateMetadata = postEditor.createMetadata;
export default postEditor.create;
