import { postEditor } from "../_components/post-editor";

export const generateMetadata = postEditor.editMetadata;
export default postEditor.edit;
